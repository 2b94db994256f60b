import { expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { ResponseSchemas, type ReceivedResponse } from '#support/response-schemas.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const DOCUMENT = {
  components: { schemas: { Problem: { type: 'object', required: ['type', 'status'] } } },
  paths: {
    '/items/{name}': {
      get: { responses: { 200: json({ type: 'object', required: ['value'] }), 304: {}, default: { content: { [PROBLEM_TYPE]: {} } } } },
      delete: { responses: { 204: {} } },
    },
    '/items/all': { get: { responses: { 200: json({ type: 'array' }) } } },
  },
};

const schemas = new ResponseSchemas(DOCUMENT);
const PROBLEM = JSON.stringify(new ProblemError('not-found').toProblem());

function fault(response: Partial<ReceivedResponse>): string | undefined {
  return schemas.fault({ method: 'GET', path: '/items/a', status: 200, type: JSON_TYPE, text: '{"value":1}', ...response });
}

it.each<Partial<ReceivedResponse>>([
  {},
  { path: '/items/a%2Fb?v=1' },
  { path: '/items/all', text: '[]' },
  { status: 304, type: '', text: '' },
  { method: 'HEAD', text: '' },
  { method: 'DELETE', status: 204, type: '', text: '' },
  { status: 404, type: PROBLEM_TYPE, text: PROBLEM },
  { path: '/elsewhere', status: 404, type: PROBLEM_TYPE, text: PROBLEM },
])('accepts a response as documented: %j', (response) => {
  expect(fault(response)).toBeUndefined();
});

it.each<[Partial<ReceivedResponse>, string]>([
  [{ text: '{}' }, 'a body that does not match its schema'],
  [{ path: '/items/all' }, 'a body that does not match its schema'],
  [{ status: 201 }, 'the status 201 is not documented'],
  [{ type: 'text/csv' }, 'the media type "text/csv" is not documented'],
  [{ method: 'DELETE', status: 204 }, 'a body that is not documented'],
  [{ status: 404 }, 'the media type "application/json; charset=utf-8" is not documented'],
  [{ status: 400, type: PROBLEM_TYPE, text: PROBLEM }, 'the problem not-found with the status 400'],
  [{ path: '/elsewhere', status: 404 }, 'a failure without a problem document'],
])('names what differs from the document: %j', (response, expected) => {
  expect(fault(response)).toContain(expected);
});
