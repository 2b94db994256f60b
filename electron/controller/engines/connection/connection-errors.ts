/** There is no connection: nothing was sent. */
export class NotSentError extends Error {
  constructor() {
    super('there is no connection');
    this.name = 'NotSentError';
  }
}

/** The connection ended while data were on their way: whether the device got them is unknown. */
export class ConnectionLostError extends Error {
  constructor(reason: string) {
    super(`the connection was lost: ${reason}`);
    this.name = 'ConnectionLostError';
  }
}

/** The device got a question and did not answer in time. */
export class NoAnswerError extends Error {
  constructor(limit: number) {
    super(`no answer within ${limit} ms`);
    this.name = 'NoAnswerError';
  }
}
