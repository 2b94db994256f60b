import { describe, expect, it } from 'vitest';
import { negotiate } from '#controller/http/answer/negotiate.ts';

const offered = ['application/json', 'image/png'] as const;

describe('content negotiation', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['image/png', 'image/png'],
    ['IMAGE/PNG', 'image/png'],
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image/png'],
    ['application/json;q=0.5, image/png;q=0.6', 'image/png'],
    ['image/*;q=0.2, application/*;q=0.3', 'application/json'],
    ['image/png;q=0, */*', 'application/json'],
    ['*/*, application/json;q=0.1', 'image/png'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/json;q=nonsense', undefined],
    ['', undefined],
    ['nonsense', undefined],
  ])('answers %j with %j', (accept, expected) => {
    expect(negotiate(accept, offered)).toBe(expected);
  });
});
