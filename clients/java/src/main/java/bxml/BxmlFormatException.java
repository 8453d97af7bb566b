package bxml;

/** Bytes that are not a value of type bxml, or one that this version cannot read. */
public class BxmlFormatException extends IllegalArgumentException {
	private static final long serialVersionUID = 1L;
	private final boolean supported;

	private BxmlFormatException(String message, boolean supported) {
		super(message);
		this.supported = supported;
	}

	static BxmlFormatException damaged(String what) {
		return new BxmlFormatException("bxml value is damaged: " + what, true);
	}

	static BxmlFormatException notSupported(String what) {
		return new BxmlFormatException(what, false);
	}

	/** True where the bytes break the rules of the format; false where a later version, or its database, can read them. */
	public boolean isDamage() {
		return supported;
	}
}
