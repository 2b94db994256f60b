/** What a key may do: read, change what labels are made of, drive printers, look after the controller. None of them holds another. */
export const SCOPES = ['read', 'edit', 'print', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
