/**
 * What a role may permit. Everybody who is signed in, and everybody at a screen of this computer, may read everything and abort prints:
 * neither needs a permission.
 */
export const PERMISSIONS = [
  /** Say what was seen: acknowledge alarms, handover notes, reasons of stops, first-print checks and checks with a scanner. */
  'report',
  /** Select, trigger and queue print jobs and orders; changeovers. */
  'print',
  /** Decide what a print was: unknown results, rework, blocked prints, counts; resume a stopped line. */
  'decide',
  /** Tables, variables, counters and shift codes. */
  'data',
  /** Labels and fonts. */
  'labels',
  /** Approve, reject and withdraw versions of labels, and say where only approved labels print. */
  'approve',
  /** Printers, lines, devices, connections, backups and settings. */
  'configure',
  /** People, their roles and the rules of the sign-in. */
  'people',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * What a command needs: a permission, `signed-in` for any person, `edit` for the permission of what an unsaved edit changes, or `screen` for what
 * needs no person at a screen of this computer.
 */
export type CommandAccess = Permission | 'signed-in' | 'edit' | 'screen';

/** The roles. Their names are shown by the page in its language. */
export const ROLES = ['operator', 'supervisor', 'quality', 'engineer', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** The permissions of each role before an administrator has changed them. */
export const DEFAULT_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  operator: ['report', 'print'],
  supervisor: ['report', 'print', 'decide', 'data'],
  quality: ['report', 'decide', 'approve'],
  engineer: ['report', 'print', 'decide', 'data', 'labels', 'configure'],
  administrator: PERMISSIONS,
};
