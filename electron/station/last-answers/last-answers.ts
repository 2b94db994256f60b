import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { AnswerStore, Question } from './answer-store.ts';

/** The same answer is written again when what is written is older than this, in milliseconds. */
const WRITTEN_AGAIN = 60_000;
/** An answer longer than this is not kept, in characters. */
const LONGEST = 4_000_000;
/** Too many answers are looked for after so many new ones. */
const TRIMMED_AFTER = 200;

interface Written {
  hash: string;
  at: number;
}

/** What each controller answered last, so that it stays readable while the controller is away. Bounded in number and size. */
export class LastAnswers {
  readonly #clock: Clock;
  readonly #store: AnswerStore;
  readonly #written = new Map<string, Written>();
  #sinceTrimmed = 0;

  constructor(clock: Clock, store: AnswerStore) {
    this.#clock = clock;
    this.#store = store;
  }

  remember(question: Question, value: unknown): void {
    const answer = JSON.stringify(value);
    if (answer.length > LONGEST) return;
    const key = JSON.stringify(question);
    const hash = createHash('sha1').update(answer).digest('base64');
    const at = this.#clock.now();
    const before = this.#written.get(key);
    if (before?.hash === hash && at - before.at < WRITTEN_AGAIN && at >= before.at) return;
    this.#written.delete(key);
    this.#written.set(key, { hash, at });
    this.#store.save(question, { answer, at: Math.round(at) });
    this.#trim(question.connection);
  }

  /** The last answer; undefined when none is kept. */
  async recall(question: Question): Promise<{ value: unknown } | undefined> {
    const kept = await this.#store.find(question);
    return kept && { value: JSON.parse(kept.answer) as unknown };
  }

  /** When the oldest of what is kept of a thing was answered; null when nothing is. */
  at(question: Omit<Question, 'question'>): Promise<number | null> {
    return this.#store.oldest(question);
  }

  /** A connection that is gone for good needs none. */
  forget(connection: string): void {
    this.#written.clear();
    this.#store.forget(connection);
  }

  #trim(connection: string): void {
    this.#sinceTrimmed += 1;
    if (this.#sinceTrimmed < TRIMMED_AFTER) return;
    this.#sinceTrimmed = 0;
    for (const key of [...this.#written.keys()].slice(0, -TRIMMED_AFTER * 10)) this.#written.delete(key);
    this.#store.trim(connection);
  }
}
