import { AxiosError, AxiosHeaders, type AxiosResponse } from 'axios';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { responseProblem } from '#renderer/domain/problems/response-problem.ts';

const TOLD = JSON.stringify(new ProblemError('controller-unreachable', { detail: 'It is off.' }).toProblem());

function failure(data: unknown): AxiosError {
  const config = { headers: new AxiosHeaders() };
  const response: AxiosResponse = { data, status: 502, statusText: '', headers: {}, config };
  return new AxiosError('failed', undefined, config, undefined, response);
}

describe('the failure of a binary request', () => {
  it.each([
    ['text', TOLD],
    ['a blob', new Blob([TOLD])],
    ['a buffer', new TextEncoder().encode(TOLD).buffer],
  ])('is the problem of the response, as %s', async (_kind, data) => {
    expect(await responseProblem(failure(data))).toMatchObject({ slug: 'controller-unreachable', message: 'It is off.' });
  });

  it('is an invalid response if there is no problem', async () => {
    expect(await responseProblem(failure('<h1>Bad gateway</h1>'))).toMatchObject({ slug: 'controller-answer-invalid' });
  });
});
