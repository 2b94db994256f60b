import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { asProblem } from '#http/answer/problems.ts';

function requestWithLog(): { request: FastifyRequest; logged: unknown[] } {
  const logged: unknown[] = [];
  const child = (bindings: object) => ({ error: (entry: object) => logged.push({ ...bindings, ...entry }) });
  const request = { id: 'request-7', log: { child } } as unknown as FastifyRequest;
  return { request, logged };
}

describe('the problem of an error', () => {
  it('is the problem itself, without a log entry', () => {
    const { request, logged } = requestWithLog();
    const problem = new ProblemError('in-use', { detail: 'The label "A" is in use.' });
    expect(asProblem(problem, request)).toBe(problem);
    expect(logged).toEqual([]);
  });

  it.each([
    ['SQLite', Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
    ['the file system', Object.assign(new Error('no space left'), { code: 'ENOSPC' })],
  ])('B4 is disk-full when %s says so, however deep', (_who, cause) => {
    const { request } = requestWithLog();
    const problem = asProblem(new Error('the print was not stored', { cause: new Error('commit', { cause }) }), request);
    expect(problem.toProblem()).toMatchObject({ status: 507, type: 'urn:strobe:problem:disk-full' });
  });

  it.each([
    ['SQLite', Object.assign(new Error('attempt to write a readonly database'), { code: 'ERR_SQLITE_ERROR', errcode: 8 })],
    ['the file system', Object.assign(new Error('read-only file system'), { code: 'EROFS' })],
  ])('B6 is disk-read-only when %s says so, however deep', (_who, cause) => {
    const { request } = requestWithLog();
    const problem = asProblem(new Error('the print was not stored', { cause }), request);
    expect(problem.toProblem()).toMatchObject({ status: 507, type: 'urn:strobe:problem:disk-read-only' });
  });

  it('A9 E26 is internal for anything else: the response has the id, the log the cause', () => {
    const { request, logged } = requestWithLog();
    const error = new Error('secret path /etc/strobe');
    const problem = asProblem(error, request).toProblem();
    expect(problem).toMatchObject({ status: 500, type: 'urn:strobe:problem:internal' });
    expect(problem.detail).toContain('request-7');
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(logged).toEqual([{ reqId: 'request-7', err: error }]);
  });

  it('is internal for a thrown value that is not an Error', () => {
    expect(asProblem('text', requestWithLog().request).status).toBe(500);
    expect(asProblem(undefined, requestWithLog().request).status).toBe(500);
  });

  it('is internal for an error whose code looks like a name of every object', () => {
    expect(asProblem(Object.assign(new Error('x'), { code: 'constructor' }), requestWithLog().request).status).toBe(500);
  });
});
