import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemType, PROBLEMS, type ProblemSlug } from '#contract/problem.ts';
import { toProblem } from '#renderer/domain/problems/to-problem.ts';
import { createPlantClient, type PlantClient } from '#renderer/plant/client/plant-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

let asked: string[] = [];
let signedOut = 0;

/** A client of a plant that gives this answer. */
function clientOf(answer: () => Response | Promise<Response>): PlantClient {
  asked = [];
  signedOut = 0;
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push([method, path, body].filter(Boolean).join(' '));
    return Promise.resolve().then(answer);
  });
  return createPlantClient({ onSignedOut: () => void (signedOut += 1) });
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status });
const refusal = (slug: ProblemSlug): Response => json({ type: problemType(slug), ...PROBLEMS[slug], detail: 'No.' }, PROBLEMS[slug].status);
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => toProblem(error),
  );

describe('the client of a plant', () => {
  it('asks for prints by the search and the place where the page before ended', async () => {
    const page = { prints: [], next: null };
    const client = clientOf(() => json(page));
    expect(await client.findPrints({ serial: 'A 1', state: 'void' }, 'x/y')).toEqual(page);
    expect(asked).toEqual(['GET /plant/v1/prints?serial=A+1&state=void&after=x%2Fy']);
  });

  it('names a print by its controller, id and time', async () => {
    const client = clientOf(() => new Response('png'));
    await client.readPicture({ controller: 'a/b', print: 7, reserved: '2026-11-21T14:03:00.000Z' });
    expect(asked).toEqual(['GET /plant/v1/prints/a%2Fb/7/picture?reserved=2026-11-21T14%3A03%3A00.000Z']);
  });

  it('saves a file of the library as it is, under a name that may have a slash', async () => {
    const client = clientOf(() => json({ version: 2 }));
    const font = new Blob(['bytes'], { type: 'application/octet-stream' });
    expect(await client.library.save({ kind: 'font', name: 'Noto Sans/Bold' }, font, 'New & bold')).toBe(2);
    expect(asked).toEqual(['PUT /plant/v1/library/font/Noto%20Sans%2FBold?comment=New+%26+bold [object Blob]']);
  });

  it('names a version of the library', async () => {
    const client = clientOf(() => new Response(null, { status: 204 }));
    await client.library.approve({ kind: 'label', name: 'Case', version: 3 }, 'Seen.');
    expect(asked).toEqual(['POST /plant/v1/library/label/Case/versions/3/approve {"comment":"Seen."}']);
  });

  it('sends the key once, and only in the body', async () => {
    const client = clientOf(() => new Response(null, { status: 204 }));
    await client.signIn('secret');
    expect(asked).toEqual(['POST /plant/v1/session {"key":"secret"}']);
  });

  it('rejects with the problem of the plant', async () => {
    expect(await failureOf(clientOf(() => refusal('forbidden')).readKeys())).toMatchObject({
      type: problemType('forbidden'),
      detail: 'No.',
    });
  });

  it('says that the session has ended when a read is refused for it, but not when a key is wrong', async () => {
    const client = clientOf(() => refusal('unauthorized'));
    await failureOf(client.readControllers());
    const afterRead = signedOut;
    await failureOf(client.signIn('wrong'));
    expect([afterRead, signedOut]).toEqual([1, 1]);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an answer that is cut off', () => new Response('[{"id":')],
  ])('says that the plant is unreachable after %s', async (_what, answer) => {
    expect(await failureOf(clientOf(answer).readControllers())).toMatchObject({ type: problemType('plant-unreachable') });
  });

  it('refuses an answer of another form and says where it differs', async () => {
    const { type, detail } = (await failureOf(clientOf(() => json([{ id: 1 }])).readControllers())) as { type: string; detail: string };
    expect([type, detail.includes('(0.id)')]).toEqual([problemType('internal'), true]);
  });

  it('reads what is wrong from a plant that is not ready', async () => {
    const readiness = { status: 'not-ready', warnings: [{ code: 'database', text: 'No connection.' }] };
    expect(await clientOf(() => json(readiness, 503)).readReadiness()).toEqual(readiness);
  });

  it('rejects with the reason of an aborted signal, which is no problem of the plant', async () => {
    const gone = new AbortController();
    gone.abort(new Error('left the page'));
    const call = clientOf(() => Promise.reject(new DOMException('aborted', 'AbortError'))).readControllers(gone.signal);
    await expect(call).rejects.toThrow('left the page');
  });
});
