/**
 * A plain HTTP client, as an integrator would write it: objects travel as JSON, text as CSV. Throws on every answer that is
 * not a success, with the answer's text.
 */
export async function callApi(method: string, url: string, body?: unknown): Promise<Response> {
  const isText = typeof body === 'string';
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', isText ? 'text/csv' : 'application/json');
  const response = await fetch(url, { method, headers, body: body === undefined ? null : isText ? body : JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** The JSON that a resource answers. */
export async function readApi<Answer>(url: string): Promise<Answer> {
  return (await (await callApi('GET', url)).json()) as Answer;
}
