/**
 * Encrypts the secrets that the station stores, such as the API keys of controllers. Two boxes exist: a key file in the station's data folder, and the
 * keyring of the system in the desktop app.
 */
export interface SecretBox {
  /** Marks the values of this box in the database. */
  readonly kind: string;
  /** Encrypts the value of a setting. `name` is the setting's key: the result cannot be opened under another one. */
  seal(name: string, text: string): Promise<string>;
  /** Decrypts a value of this box. Rejects when it was sealed under another name or with another key, or was changed. */
  open(name: string, sealed: string): Promise<string>;
}
