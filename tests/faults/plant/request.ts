/** What the service of a controller answers. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Sends a request to a controller, such as `GET clock`; undefined if it is not running, or ends before it answers. */
export async function request(url: string | undefined, operation: string, body?: unknown): Promise<Answer | undefined> {
  if (url === undefined) return undefined;
  const [method = '', path = ''] = operation.split(' ');
  const isText = typeof body === 'string';
  const headers = { 'content-type': isText ? 'text/csv' : 'application/json' };
  const sent = body === undefined ? {} : { headers, body: isText ? body : JSON.stringify(body) };
  try {
    const response = await fetch(`${url}/api/v3/${path}`, { method, ...sent });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  } catch (error) {
    // `fetch` reports every failure of the connection as a TypeError.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
