import { describe, expect, it } from 'vitest';
import { readerConfigurationSchema } from '#contract/api-v3/reader.ts';
import type { VerificationVerdict } from '#contract/api-v3/verification.ts';
import { LineVerification, type LineEvent } from '#controller/verification/line-verification.ts';
import type { Reading } from '#controller/verification/reader-lines.ts';
import { Random } from '#support/random.ts';

const PRODUCTS = 50_000;
/** 2 000 products a minute, 60 mm apart. */
const SPACING = 60;
const FULL_SPEED = (SPACING * 2_000) / 60_000;
const DISTANCE = 1_010;
const WINDOW = 25;
const REJECT_AFTER = 2_345;
/** How far from its place a result may arrive, in mm: readers need some time to decode. */
const JITTER = 20;

const configuration = readerConfigurationSchema.parse({
  connection: { mode: 'connect', host: '127.0.0.1', port: 2_000 },
  printer: 'P1',
  arrival: { distance: DISTANCE, window: WINDOW },
  rejectAfter: REJECT_AFTER,
});

type Fate = 'right' | 'no-read' | 'misread' | 'other code' | 'lost' | 'doubled' | 'late';

const VERDICT_OF: Record<Fate, VerificationVerdict> = {
  ...{ right: 'verified', doubled: 'verified', 'no-read': 'not-read', lost: 'not-read', late: 'not-read' },
  ...{ misread: 'misread', 'other code': 'mismatch' },
};

interface Product {
  id: number;
  fate: Fate;
  code: string;
}

/** What happens when the belt has moved so far. */
interface Happening {
  travel: number;
  act: (time: number) => LineEvent[];
}

/** A belt whose speed changes at random. It knows where every product really is. */
class Belt {
  time = 0;
  travel = 0;
  #speed = FULL_SPEED;
  readonly #random: Random;
  readonly #verification: LineVerification;
  readonly #see: (event: LineEvent, travel: number) => void;

  constructor(random: Random, verification: LineVerification, see: (event: LineEvent, travel: number) => void) {
    this.#random = random;
    this.#verification = verification;
    this.#see = see;
  }

  /** Moves on, and lets the verification do what is due on the way. */
  moveTo(travel: number): void {
    while (this.travel < travel) {
      const atTravel = this.time + (travel - this.travel) / this.#speed;
      const due = this.#verification.deadline;
      if (due === undefined || due >= atTravel) {
        this.#reach(atTravel, travel);
        return;
      }
      const next = Math.max(due, this.time) + 0.01;
      this.#reach(next, Math.min(travel, this.travel + (next - this.time) * this.#speed));
      this.report(this.#verification.advance(this.time));
    }
  }

  report(events: readonly LineEvent[]): void {
    for (const event of events) this.#see(event, this.travel);
  }

  /** The line stops for a moment, and goes on at another speed. */
  disturb(): void {
    if (this.#random.fraction() < 0.3) {
      this.report(this.#verification.setSpeed(0, this.time));
      this.time += this.#random.whole(1, 30_000);
      this.report(this.#verification.advance(this.time));
    }
    this.#speed = FULL_SPEED * (0.2 + 0.8 * this.#random.fraction());
    this.report(this.#verification.setSpeed(this.#speed * 1_000, this.time));
  }

  #reach(time: number, travel: number): void {
    this.time = time;
    this.travel = travel;
  }
}

function fateOf(random: Random): Fate {
  const drawn = random.fraction();
  const fates: [number, Fate][] = [
    [0.01, 'no-read'],
    [0.02, 'misread'],
    [0.03, 'other code'],
    [0.04, 'lost'],
    [0.05, 'doubled'],
    [0.055, 'late'],
  ];
  return fates.find(([share]) => drawn < share)?.[1] ?? 'right';
}

/** The lines that the reader sends for a product, with their distance from its place. */
function resultsOf({ fate, code }: Product, random: Random): { reading: Reading; offset: number }[] {
  const offset = (random.fraction() * 2 - 1) * JITTER;
  const result = (text: string | undefined): Reading => ({ kind: 'result', line: text ?? '??', code: text });
  switch (fate) {
    case 'right':
      return [{ reading: result(code), offset }];
    case 'doubled':
      return [
        { reading: result(code), offset },
        { reading: result(code), offset: Math.min(JITTER, offset + 3) },
      ];
    case 'no-read':
      return [{ reading: { kind: 'no-read', line: 'NOREAD' }, offset }];
    case 'misread':
      return [{ reading: result(undefined), offset }];
    case 'other code':
      return [{ reading: result(random.fraction() < 0.5 ? `${Number(code) - 1}` : 'OTHER'), offset }];
    case 'lost':
      return [];
    case 'late':
      return [{ reading: result(code), offset: WINDOW + 2 }];
  }
}

interface Outcome {
  verdicts: Map<number, VerificationVerdict>;
  unmatched: number;
  rejected: { print: number; miss: number }[];
}

function run(seed: number): { products: Product[]; outcome: Outcome } {
  const random = new Random(seed);
  const verification = new LineVerification(configuration, { time: 0, speed: FULL_SPEED * 1_000 });
  const places = new Map<number, number>();
  const outcome: Outcome = { verdicts: new Map(), unmatched: 0, rejected: [] };
  const belt = new Belt(random, verification, (event, travel) => {
    if (event.kind === 'verdict') outcome.verdicts.set(event.print.id, event.verdict);
    if (event.kind === 'unmatched') outcome.unmatched += 1;
    if (event.kind === 'reject')
      outcome.rejected.push({ print: event.print, miss: travel - (places.get(event.print) ?? 0) - REJECT_AFTER });
  });
  const products: Product[] = [];
  const happenings: Happening[] = [];
  for (let id = 1; id <= PRODUCTS; id += 1) {
    const product = { id, fate: fateOf(random), code: String(100_000 + id) };
    const place = id * SPACING;
    products.push(product);
    places.set(id, place);
    happenings.push({ travel: place, act: (time) => verification.printed({ id, content: { kind: 'text', text: product.code } }, time) });
    for (const { reading, offset } of resultsOf(product, random)) {
      happenings.push({ travel: place + DISTANCE + offset, act: (time) => verification.read(reading, time) });
    }
  }
  happenings.sort((a, b) => a.travel - b.travel);
  for (const { travel, act } of happenings) {
    if (random.fraction() < 0.01) belt.disturb();
    belt.moveTo(travel);
    belt.report(act(belt.time));
  }
  belt.moveTo(belt.travel + REJECT_AFTER + SPACING);
  return { products, outcome };
}

describe('a line with 50 000 products at up to 2 000 a minute', () => {
  const seed = Number(process.env['STROBE_SEED'] ?? Date.now() % 1_000_000);

  it(`gives every result to its print, and rejects exactly the products that are not verified (seed ${seed})`, () => {
    const { products, outcome } = run(seed);
    const expected = new Map(products.map(({ id, fate }) => [id, VERDICT_OF[fate]]));
    const wrong = products.filter(({ id }) => outcome.verdicts.get(id) !== expected.get(id));
    expect(wrong.map(({ id, fate }) => ({ id, fate, verdict: outcome.verdicts.get(id) }))).toEqual([]);
    expect(outcome.verdicts.size).toBe(PRODUCTS);
    expect(outcome.unmatched).toBe(products.filter(({ fate }) => fate === 'doubled' || fate === 'late').length);
    const failed = products.filter(({ fate }) => VERDICT_OF[fate] !== 'verified').map(({ id }) => id);
    expect(outcome.rejected.map(({ print }) => print)).toEqual(failed);
    const farthest = Math.max(...outcome.rejected.map(({ miss }) => Math.abs(miss)));
    expect(farthest, 'a product is ejected at the reject position').toBeLessThan(1);
  });
});
