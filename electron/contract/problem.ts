import type { FieldError, Problem } from './problem-schema.ts';

export type { FieldError, Problem } from './problem-schema.ts';

/** Every failure Strobe can name, once: slug -> HTTP status and title. A slug is never renamed; a test holds this list against a stored one. */
export const PROBLEMS = {
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-input': { status: 400, title: 'The input is not valid' },
  'printer-required': { status: 400, title: 'A printer name is required' },
  unauthorized: { status: 401, title: 'A valid key is required' },
  'sign-in-required': { status: 401, title: 'This browser is not signed in to the station' },
  forbidden: { status: 403, title: 'The key does not allow this' },
  'foreign-origin': { status: 403, title: 'Requests from this origin are refused' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  'not-acceptable': { status: 406, title: 'No representation matches the Accept header' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'in-use': { status: 409, title: 'The resource is in use' },
  'name-taken': { status: 409, title: 'The name is taken' },
  'key-not-unique': { status: 409, title: 'The key matches more than one row' },
  'nothing-selected': { status: 409, title: 'No print job is selected' },
  'printer-cannot-print': { status: 409, title: 'The printer cannot print now' },
  'printer-buffer-full': { status: 409, title: 'The printer still has its hands full' },
  'font-bundled': { status: 409, title: 'The font comes with Strobe' },
  'clock-doubtful': { status: 409, title: 'The clock of the controller is doubtful' },
  'recovery-unconfirmed': { status: 409, title: 'The restored data are not confirmed' },
  'conveyor-missing': { status: 409, title: 'The printer has no conveyor' },
  'queue-changed': { status: 409, title: 'The queue is not what the request takes it for' },
  'checkpoint-missing': { status: 409, title: 'The job is no checkpoint' },
  'serials-spent': { status: 409, title: 'The serials of the job are spent' },
  'preflight-missing': { status: 409, title: 'No pre-flight proves the selection' },
  'plan-stale': { status: 409, title: 'What was planned has changed meanwhile' },
  'auto-print-missing': { status: 409, title: 'The printer cannot print by itself at a distance' },
  'print-not-unknown': { status: 409, title: 'What became of the print is known' },
  'print-under-way': { status: 409, title: 'The print is still under way' },
  'count-not-acceptable': { status: 409, title: 'The count of the printer cannot be accepted now' },
  'content-unusable': { status: 409, title: 'What is stored cannot be used by this version' },
  'connection-exists': { status: 409, title: 'The controller is already connected' },
  'idempotency-in-flight': { status: 409, title: 'A request with this key is still under way' },
  'idempotency-unknown': { status: 409, title: 'Nobody knows how the request with this key ended' },
  'changed-meanwhile': { status: 412, title: 'The resource is not what the request was made for' },
  'payload-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'idempotency-mismatch': { status: 422, title: 'The key was used for another request' },
  'csv-broken': { status: 422, title: 'The CSV file cannot be read' },
  'label-test-failed': { status: 422, title: 'A test of the label fails' },
  'cannot-render': { status: 422, title: 'The label cannot be drawn' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong inside Strobe' },
  'printer-failed': { status: 502, title: 'The printer did not do what it was asked' },
  'controller-refused': { status: 502, title: 'The controller refused the request' },
  'controller-unreachable': { status: 502, title: 'The controller cannot be reached' },
  'controller-answer-invalid': { status: 502, title: 'The controller answered something that cannot be understood' },
  'station-unreachable': { status: 503, title: 'The station cannot be reached' },
  'safe-mode': { status: 503, title: 'The controller is in safe mode' },
  'files-exhausted': { status: 503, title: 'The controller can open no more files' },
  'disk-full': { status: 507, title: 'The disk is full' },
  'disk-read-only': { status: 507, title: 'The disk is read-only' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemSlug = keyof typeof PROBLEMS;

const TYPE_PREFIX = 'urn:strobe:problem:';

/** The stable `type` URI of a slug. */
export function problemType(slug: ProblemSlug): string {
  return TYPE_PREFIX + slug;
}

/** The slug of a `type` URI, or undefined when it is not one of ours. */
export function problemSlug(type: string): ProblemSlug | undefined {
  const slug = type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : '';
  return Object.hasOwn(PROBLEMS, slug) ? (slug as ProblemSlug) : undefined;
}

export interface ProblemContext {
  /** What happened to this very request, naming the object. */
  detail?: string;
  /** The path of the resource concerned. */
  instance?: string;
  /** One entry per fault in the input. */
  errors?: FieldError[];
}

/** A failure with a name. Every room throws this for what a caller can act upon; the doors turn it into a problem document. */
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
