import { describe, expect, it } from 'vitest';
import { ExpectedDevice, isOtherDevice } from '#controller/engines/expected-device.ts';

describe('another device', () => {
  it.each([
    [{ serial: 'A' }, { serial: 'B' }, true],
    [{ model: 'M', serial: 'A' }, { model: 'N', serial: 'A' }, false],
    [{ model: 'M', serial: 'A' }, { model: 'M' }, false],
    [{ model: 'M', serial: 'A' }, { model: 'N' }, true],
    [{ model: 'M' }, { model: 'M', serial: 'B' }, false],
    [{}, { model: 'M', serial: 'B' }, false],
  ])('than %j is told from %j by its serial number, or by its model: %j', (expected, found, isOther) => {
    expect(isOtherDevice(expected, found)).toBe(isOther);
  });
});

describe('an expected device', () => {
  it('is the first one that answers if none is known, with everything it says later', () => {
    const device = new ExpectedDevice({ expected: undefined, address: '192.168.0.40:9100' });
    device.answered({ model: 'M' });
    device.answered({ model: 'M', serial: 'A' });
    expect(device.objection).toBeUndefined();
    device.answered({ model: 'M', serial: 'B' });
    expect(device.objection?.text).toBe(
      'Another device answers at 192.168.0.40:9100: M B instead of M A. Accept it, or connect the right one.',
    );
    expect(device.found).toEqual({ model: 'M', serial: 'B' });
  });

  it('stays expected when the connection is lost and when another one answers', () => {
    const device = new ExpectedDevice({ expected: { serial: 'A' }, address: 'printer' });
    device.answered({ serial: 'B' });
    device.lost();
    expect(device.isOther).toBe(false);
    device.answered({ serial: 'A' });
    expect(device.isOther).toBe(false);
  });
});
