import { readFileSync } from 'node:fs';
import { requireDocumented, ResponseSchemas, type ResponseDocument } from './response-schemas.ts';

const DOCUMENT = new URL('../fixtures/openapi/api-v3.json', import.meta.url);
let schemas: ResponseSchemas | undefined;

/**
 * A plain HTTP client, as an integrator would write it: sends objects as JSON and text as CSV. Throws for every response that is not a success,
 * with its text, and for a JSON response that differs from the OpenAPI document.
 */
export async function callApi(method: string, url: string, body?: unknown): Promise<Response> {
  const isText = typeof body === 'string';
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', isText ? 'text/csv' : 'application/json');
  const response = await fetch(url, { method, headers, body: body === undefined ? null : isText ? body : JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    schemas ??= new ResponseSchemas(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as ResponseDocument);
    requireDocumented(schemas, { method, path: targetOf(url), status: response.status, type, text: await response.clone().text() });
  }
  return response;
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Reads a resource as JSON. */
export async function readApi<Answer>(url: string): Promise<Answer> {
  return (await (await callApi('GET', url)).json()) as Answer;
}
