/** Why the database cannot be used now. */
export interface DatabaseFault {
  code:
    | 'unreachable'
    | 'missing'
    | 'password'
    | 'too-many-connections'
    | 'disk-full'
    | 'read-only'
    | 'stopping'
    | 'too-slow'
    | 'schema'
    | 'permission';
  /** As a sentence, for an administrator. */
  text: string;
}

const TEXTS: Record<DatabaseFault['code'], string> = {
  unreachable: 'The database server cannot be reached.',
  missing: 'The database server has no such database.',
  password: 'The database server refuses the name or the password.',
  'too-many-connections': 'The database server has no connection left.',
  'disk-full': 'The disk of the database server is full.',
  'read-only': 'The database server accepts no changes: it is a standby, or set to read only.',
  stopping: 'The database server is starting or stopping.',
  'too-slow': 'The database took too long.',
  schema: 'The tables of the database are missing or of another version.',
  permission: 'The database role has too few rights.',
};

/** By SQLSTATE (PostgreSQL, Appendix A), the longer code first. */
const BY_STATE: [prefix: string, code: DatabaseFault['code']][] = [
  ['53300', 'too-many-connections'],
  ['53100', 'disk-full'],
  ['25006', 'read-only'],
  ['57014', 'too-slow'],
  ['57P', 'stopping'],
  ['42P01', 'schema'],
  ['42703', 'schema'],
  ['42883', 'schema'],
  ['42501', 'permission'],
  ['28', 'password'],
  ['08', 'unreachable'],
  ['3D000', 'missing'],
];
const OF_SYSTEM = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'];
/** Messages of `pg` for errors that have no code. */
const WITHOUT_CODE =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/;

/** The fault that an error stands for; undefined for errors that say nothing about the database. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause);
    if (code !== undefined) return { code, text: `${TEXTS[code]} (${cause.message})` };
  }
  return undefined;
}

function codeOf(error: Error): DatabaseFault['code'] | undefined {
  if (error instanceof AggregateError) return error.errors.some((one) => databaseFault(one)) ? 'unreachable' : undefined;
  const state = 'code' in error ? String(error.code) : '';
  if (OF_SYSTEM.includes(state) || WITHOUT_CODE.test(error.message)) return 'unreachable';
  return BY_STATE.find(([prefix]) => state.startsWith(prefix))?.[1];
}
