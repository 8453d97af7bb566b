/*
 * typed_path.h -- paths as the schema of their documents types them.
 */
#ifndef BXML_TYPED_PATH_H
#define BXML_TYPED_PATH_H

#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"

/*
 * The call of a function of a document and a path, with comparisons of the path typed by the schema of the document's
 * domain; NULL if it stays as it is.  Raises an error for a literal that is not of the type it is compared with.
 */
extern Node *typed_path_call(SupportRequestSimplify *request);

/* By the schema of the document's domain, how many nodes the path, a constant, selects at most; negative: unknown. */
extern double typed_path_most(PlannerInfo *root, Node *doc, Node *path);

/* Can the path, a constant, not be true of any document of the expression? */
extern bool typed_path_never(PlannerInfo *root, Node *doc, Node *path);

#endif
