/** No connection to the printer could be made: it certainly received nothing. */
export class NotConnectedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'NotConnectedError';
  }
}

/** The printer refused a request. */
export class IppRefusalError extends Error {
  /** The status of IPP, or of HTTP if there was no response of IPP. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'IppRefusalError';
    this.status = status;
  }
}

/** Statuses of IPP that are told apart here (RFC 8011, appendix B). */
export const IPP_STATUS = {
  notPossible: 0x0404,
  notFound: 0x0406,
  gone: 0x0407,
  internalError: 0x0500,
  busy: 0x0507,
  jobCanceled: 0x0508,
} as const;

const FIRST_ERROR = 0x0400;

const STATUS_TEXTS: Record<number, string> = {
  0x0400: 'the request is not understood',
  0x0401: 'the request is forbidden',
  0x0402: 'it asks for a user',
  0x0403: 'the user has no right to do that',
  [IPP_STATUS.notPossible]: 'that is not possible now',
  0x0405: 'it waited too long',
  [IPP_STATUS.notFound]: 'it does not know the job or the address',
  [IPP_STATUS.gone]: 'it no longer has the job',
  0x040a: 'it does not take PWG raster',
  0x040b: 'it does not take one of the values',
  [IPP_STATUS.internalError]: 'it has an internal error',
  0x0501: 'it does not know the operation',
  0x0502: 'it is not available',
  0x0503: 'it does not know IPP/2.0',
  0x0504: 'it has a fault',
  0x0505: 'it has a temporary fault',
  0x0506: 'it takes no jobs',
  [IPP_STATUS.busy]: 'it is busy',
  [IPP_STATUS.jobCanceled]: 'the job was cancelled',
};

export function isErrorStatus(status: number): boolean {
  return status >= FIRST_ERROR;
}

/** Why the printer refused, in words. */
export function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? `status 0x${status.toString(16).padStart(4, '0')}`;
}
