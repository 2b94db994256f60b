import { expect, it, vi } from 'vitest';
import { openExternalLink } from '#shell/external-links.ts';

const ALLOWED = ['http://127.0.0.1:7311/docs/', 'https://strobe.example/manual'];

function opened(address: string): unknown[] {
  const shell = { openExternal: vi.fn(() => Promise.reject(new Error('no browser'))) };
  const isOpened = openExternalLink(address, ALLOWED, shell);
  const calls = shell.openExternal.mock.calls.flat();
  expect(isOpened).toBe(calls.length === 1);
  return calls;
}

it.each([
  ['http://127.0.0.1:7311/docs/', 'http://127.0.0.1:7311/docs/'],
  ['http://127.0.0.1:7311/docs/static/../index.html', 'http://127.0.0.1:7311/docs/index.html'],
  ['https://strobe.example/manual?session=secret#part', 'https://strobe.example/manual'],
])('opens %s', (address, url) => {
  expect(opened(address)).toEqual([url]);
});

it.each([
  'https://evil.example/',
  'https://127.0.0.1:7311/docs/',
  'http://127.0.0.1:7312/docs/',
  'http://127.0.0.1:7311/docs',
  'http://127.0.0.1:7311/docs/../api/v3/labels',
  'http://127.0.0.1:7311/docs/%2e%2e/api/v3/labels',
  'http://user@127.0.0.1:7311/docs/',
  'http://127.0.0.1:7311@evil.example/docs/',
  'https://strobe.example/manual/other',
  'https://strobe.example/manuals',
  'file:///etc/passwd',
  'file://127.0.0.1:7311/docs/',
  'smb://127.0.0.1/docs/',
  'ms-msdt:/id',
  'javascript:alert(1)',
  'C:\\Windows\\System32\\calc.exe',
  '/usr/bin/xterm',
  '',
])('does not open %s', (address) => {
  expect(opened(address)).toEqual([]);
});
