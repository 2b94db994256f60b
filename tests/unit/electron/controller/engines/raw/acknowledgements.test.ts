import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Acknowledgements, SlowPatternError } from '#controller/engines/raw/acknowledgements.ts';

describe('acknowledgements of a device', () => {
  it('are found however the text is split', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (count, sizes) => {
        const text = Buffer.from('noise\u0002DONE 17\u0003\r\n'.repeat(count));
        const found = new Acknowledgements(/\x02DONE \d+\x03/);
        let total = 0;
        for (let at = 0, n = 0; at < text.length; n++) {
          const size = sizes[n % sizes.length]!;
          total += found.add(text.subarray(at, at + size));
          at += size;
        }
        expect(total).toBe(count);
      }),
    );
  });

  it('are single bytes, too', () => {
    const found = new Acknowledgements(/[\x06\xfe]/);
    expect(found.add(Buffer.of(0x06, 0xfe, 0x15))).toBe(2);
  });

  it('D8 are found after endless noise, of which little is kept', () => {
    const found = new Acknowledgements(/OK/);
    expect(found.add(Buffer.alloc(1_000_000, 'x'))).toBe(0);
    expect(found.add(Buffer.from('OK'))).toBe(1);
  });

  it('D8 stop a pattern that goes through too many possibilities, and work on', () => {
    const found = new Acknowledgements(/(a+)+b/);
    expect(() => found.add(Buffer.alloc(400, 'a'))).toThrow(SlowPatternError);
    expect(found.add(Buffer.from('aab'))).toBe(1);
  });

  it('are found on a machine so busy that the time passed without a computation', () => {
    /** Runs out of time once, then works as the pattern does. */
    class StarvedOnce extends RegExp {
      #isStarved = true;

      override exec(text: string): RegExpExecArray | null {
        while (this.#isStarved) this.#isStarved = Date.now() < end;
        return super.exec(text);
      }
    }
    const end = Date.now() + 400;
    const found = new Acknowledgements(new StarvedOnce('DONE'), () => 0);
    expect(found.add(Buffer.from('x DONE'))).toBe(1);
  });

  it('do not include what was forgotten', () => {
    const found = new Acknowledgements(/DONE/);
    found.add(Buffer.from('DO'));
    found.clear();
    expect(found.add(Buffer.from('NE'))).toBe(0);
  });
});
