import { describe, expect, it } from 'vitest';
import { requireExtensions } from '#station/operations/require-extensions.ts';

const check = (hasExtensions: boolean, isOnline: boolean) => () =>
  requireExtensions({ hasExtensions: () => hasExtensions, isOnline: () => isOnline }, 'embedded', 'webhooks');

describe('an operation that needs extensions', () => {
  it('is refused for a controller that has answered without them', () => {
    expect(check(false, true)).toThrow('This controller does not support webhooks.');
  });

  it('is not refused for one that has them', () => {
    expect(check(true, true)).not.toThrow();
  });

  it('is not refused while the controller does not answer, which may have them', () => {
    expect(check(false, false)).not.toThrow();
  });
});
