UPDATE custacc SET cadoc = valid_custacc(bxml_delete(cadoc, '@c@ /c:Customer/c:Accounts/c:Account[last()]'))
WHERE bxml_bigint(cadoc, '@c@ /c:Customer/@id') = :cid AND cadoc @? '@c@ /c:Customer/c:Accounts/c:Account[2]';
