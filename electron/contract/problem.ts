import type { FieldError, Problem } from './problem-schema.ts';

export type { FieldError, Problem } from './problem-schema.ts';

/** All failures of Strobe: slug, HTTP status and title. A slug is never renamed; a test compares this list with a stored one. */
export const PROBLEMS = {
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-input': { status: 400, title: 'The input is not valid' },
  'common-secret': { status: 400, title: 'This PIN or password is among those that are tried first' },
  'printer-required': { status: 400, title: 'A printer name is required' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  'sign-in-required': { status: 401, title: 'This browser is not signed in to the station' },
  'person-required': { status: 401, title: 'A person must sign in at this screen first' },
  'wrong-sign-in': { status: 401, title: 'The name, PIN or password is wrong' },
  'screen-locked': { status: 401, title: 'The screen is locked' },
  'second-person-required': { status: 403, title: 'A second person must confirm this' },
  'not-permitted': { status: 403, title: 'The role of this person does not permit it' },
  forbidden: { status: 403, title: 'The API key does not permit this operation' },
  'foreign-origin': { status: 403, title: 'Requests from this origin are refused' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'The resource does not support this method' },
  'not-acceptable': { status: 406, title: 'No representation matches the Accept header' },
  'request-timeout': { status: 408, title: 'The request was not received in time' },
  'in-use': { status: 409, title: 'The resource is in use' },
  'name-taken': { status: 409, title: 'The name is already in use' },
  'key-not-unique': { status: 409, title: 'The key matches more than one row' },
  'nothing-selected': { status: 409, title: 'No print job is selected' },
  'printer-cannot-print': { status: 409, title: 'The printer cannot print now' },
  'printer-buffer-full': { status: 409, title: "The printer's buffer is full" },
  'font-bundled': { status: 409, title: 'The font is bundled with Strobe and cannot be changed' },
  'clock-doubtful': { status: 409, title: "The controller's clock is not trusted" },
  'recovery-unconfirmed': { status: 409, title: 'Restored data must be confirmed first' },
  'conveyor-missing': { status: 409, title: 'The printer has no conveyor' },
  'faults-missing': { status: 409, title: 'The printer cannot simulate faults' },
  'queue-changed': { status: 409, title: 'The queue has changed since the request was prepared' },
  'checkpoint-missing': { status: 409, title: 'The job is not a checkpoint' },
  'counter-blocked': { status: 409, title: 'The counter is blocked' },
  'serials-used-up': { status: 409, title: 'The serial numbers are used up' },
  'serials-spent': { status: 409, title: "The job's serial numbers are already used" },
  'first-print-unchecked': { status: 409, title: 'The first print must be checked first' },
  'line-stopped': { status: 409, title: 'The line is stopped' },
  'order-started': { status: 409, title: 'The order has been started or closed' },
  'printer-has-job': { status: 409, title: 'The printer has another job' },
  'rows-given': { status: 409, title: 'All rows of the selection are printed already' },
  'row-copies-differ': { status: 409, title: 'The rows are shared with other numbers of copies' },
  'row-run-differs': { status: 409, title: 'The run was begun with other rows' },
  'rows-used-up': { status: 409, title: 'This line has no row of the run left' },
  'preflight-missing': { status: 409, title: 'No valid pre-flight covers the selection' },
  'plan-stale': { status: 409, title: 'The plan is out of date' },
  'auto-print-missing': { status: 409, title: 'The printer does not support automatic printing by distance' },
  'print-not-unknown': { status: 409, title: 'The result of the print is already known' },
  'print-under-way': { status: 409, title: 'The print is still in progress' },
  'print-blocked': { status: 409, title: 'The print is blocked' },
  'label-not-approved': { status: 409, title: 'The label is not approved' },
  'approval-refused': { status: 409, title: 'The approval state does not permit the decision' },
  'same-person': { status: 409, title: 'Another person must decide' },
  'published-by-plant': { status: 409, title: 'The plant publishes this item' },
  'print-superseded': { status: 409, title: 'The print is superseded' },
  'count-not-acceptable': { status: 409, title: "The printer's count cannot be accepted now" },
  'last-administrator': { status: 409, title: 'Another person must be able to manage people first' },
  'no-other-device': { status: 409, title: 'No other device answers for the printer' },
  'content-unusable': { status: 409, title: 'This version cannot use the stored item' },
  'connection-exists': { status: 409, title: 'The controller is already connected' },
  'idempotency-in-flight': { status: 409, title: 'A request with this idempotency key is still in progress' },
  'command-expired': { status: 409, title: 'The command came too late' },
  'idempotency-unknown': { status: 409, title: 'The outcome of the request with this idempotency key is unknown' },
  'changed-meanwhile': { status: 412, title: 'The resource has changed since it was read' },
  'payload-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'idempotency-mismatch': { status: 422, title: 'The idempotency key was used for a different request' },
  'csv-broken': { status: 422, title: 'The CSV file cannot be read' },
  'author-required': { status: 422, title: 'The request must name the person' },
  'label-test-failed': { status: 422, title: 'A label test failed' },
  'cannot-render': { status: 422, title: 'The label cannot be rendered' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Internal error' },
  'printer-failed': { status: 502, title: 'The printer failed to carry out the command' },
  'controller-refused': { status: 502, title: 'The controller refused the request' },
  'controller-unreachable': { status: 502, title: 'The controller cannot be reached' },
  'controller-answer-invalid': { status: 502, title: 'The controller sent an invalid response' },
  'station-unreachable': { status: 503, title: 'The station cannot be reached' },
  'plant-unreachable': { status: 503, title: 'The plant cannot be reached' },
  'database-unavailable': { status: 503, title: 'The database cannot be used now' },
  stopping: { status: 503, title: 'The controller is stopping' },
  'safe-mode': { status: 503, title: 'The controller is in safe mode' },
  'search-failed': { status: 503, title: 'The network could not be searched for printers' },
  'files-exhausted': { status: 503, title: 'The controller cannot open more files' },
  'disk-full': { status: 507, title: 'The disk is full' },
  'disk-read-only': { status: 507, title: 'The disk is read-only' },
} as const satisfies Record<string, { status: number; title: string }>;

/** The identifier of a failure. */
export type ProblemSlug = keyof typeof PROBLEMS;

const TYPE_PREFIX = 'urn:strobe:problem:';

/** The permanent `type` URI of a slug. */
export function problemType(slug: ProblemSlug): string {
  return TYPE_PREFIX + slug;
}

/** The slug of a `type` URI; undefined if it is not one of Strobe's. */
export function problemSlug(type: string): ProblemSlug | undefined {
  const slug = type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : '';
  return Object.hasOwn(PROBLEMS, slug) ? (slug as ProblemSlug) : undefined;
}

/** What is specific to one occurrence of a failure. */
export interface ProblemContext {
  /** What happened in this case, naming the object concerned. */
  detail?: string;
  /** The path of the resource concerned. */
  instance?: string;
  /** One entry per fault in the input. */
  errors?: FieldError[];
}

/** A failure that a caller can act on. Every module throws it; the servers turn it into a problem document. */
export class ProblemError extends Error {
  readonly slug: ProblemSlug;
  readonly context: ProblemContext;

  constructor(slug: ProblemSlug, context: ProblemContext = {}, options?: ErrorOptions) {
    super(context.detail ?? PROBLEMS[slug].title, options);
    this.name = 'ProblemError';
    this.slug = slug;
    this.context = context;
  }

  get status(): number {
    return PROBLEMS[this.slug].status;
  }

  toProblem(): Problem {
    const { status, title } = PROBLEMS[this.slug];
    return { type: problemType(this.slug), title, status, ...this.context };
  }
}
