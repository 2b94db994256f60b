import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { redactLogLine } from '#process/redact-log-line.ts';

/** The written line of an entry. */
function written(entry: object, message = ''): string {
  let text = '';
  pino({ base: null, timestamp: false }, { write: (line: string) => (text += redactLogLine(line)) }).info(entry, message);
  return text;
}

describe('a line of the log', () => {
  it.each([
    { headers: { authorization: 'Bearer abcdefghij', Cookie: 'a=b' } },
    { request: { deep: { password: 'pa"ss', 'api-key': 'abcdefghij', apiKey: 'abcdefghij', 'x-api-key': 'abcdefghij' } } },
    { headers: { 'set-cookie': ['abcdefghij', 'pa"ss'], 'Proxy-Authorization': 'abcdefghij' } },
    { token: 'abcdefghij', secret: 'pa"ss\\' },
    { err: new Error('refused with Authorization: Bearer abcdefghij') },
    { detail: `the key strobe_${'abcdefghij'.repeat(5)} is not known` },
    { authToken: 'abcdefghij', clientSecret: 'abcdefghij' },
    { url: 'http://person:abcdefghij@example.com/path' },
  ])('E26 shows no key and no password: %j', (entry) => {
    const line = written(entry);
    expect(line).toContain('[hidden]');
    expect(line).not.toMatch(/abcdefghij|pa\\?"ss|a=b/);
    expect(() => void JSON.parse(line)).not.toThrow();
  });

  it('E26 stays one line without control characters, whatever texts it holds', () => {
    const text = 'a\r\nb\u001b[2Jc\u009b31md\u2028e\u007f';
    const line = written({ name: text }, text);
    expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(JSON.parse(line)).toEqual({ level: 30, name: text, msg: text });
  });

  it('keeps everything else', () => {
    const entry = { key: 'S12', idempotencyKey: 'k', printer: 'Line 1', url: 'http://127.0.0.1:7311/a@b' };
    expect(JSON.parse(written(entry, 'the basic idea'))).toEqual({ level: 30, ...entry, msg: 'the basic idea' });
  });
});
