import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { tryStored } from '../stored-json.ts';
import type { AnswerStore, Question } from './answer-store.ts';

/** The same answer is written again when what is written is older than this, in milliseconds. */
const WRITTEN_AGAIN = 60_000;
/** An answer longer than this is not kept, in characters. */
const LONGEST = 4_000_000;
/** Too many answers are looked for after so many new ones, and after so many characters of them. */
const TRIMMED_AFTER = 200;
const TRIMMED_AFTER_CHARACTERS = 32 * 1024 * 1024;
/** Answers of which it is known what is written. */
const MOST_WRITTEN = 2_000;
/** A question longer than this is no page's: its answer is not kept, in characters. */
const LONGEST_QUESTION = 10_000;

const anySchema = z.unknown();

interface Written {
  hash: string;
  at: number;
}

/** What each controller answered last, so that it stays readable while the controller is away. Bounded in number and size. */
export class LastAnswers {
  readonly #clock: Clock;
  readonly #store: AnswerStore;
  readonly #written = new LRUCache<string, Written>({ max: MOST_WRITTEN });
  #sinceTrimmed = 0;
  #charactersSinceTrimmed = 0;

  constructor(clock: Clock, store: AnswerStore) {
    this.#clock = clock;
    this.#store = store;
  }

  remember(question: Question, value: unknown): void {
    const answer = JSON.stringify(value);
    const key = JSON.stringify(question);
    if (answer.length > LONGEST || key.length > LONGEST_QUESTION) return;
    const hash = createHash('sha1').update(answer).digest('base64');
    const at = this.#clock.now();
    const before = this.#written.get(key);
    if (before?.hash === hash && at - before.at < WRITTEN_AGAIN && at >= before.at) return;
    this.#written.set(key, { hash, at });
    this.#store.save(question, { answer, at: Math.round(at) });
    this.#trim(question.connection, answer.length);
  }

  /** The last answer; undefined when none is kept, or none that can be read. */
  async recall(question: Question): Promise<{ value: unknown } | undefined> {
    const kept = await this.#store.find(question);
    const value = kept && tryStored(anySchema, kept.answer);
    return value === undefined ? undefined : { value };
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

  #trim(connection: string, characters: number): void {
    this.#sinceTrimmed += 1;
    this.#charactersSinceTrimmed += characters;
    if (this.#sinceTrimmed < TRIMMED_AFTER && this.#charactersSinceTrimmed < TRIMMED_AFTER_CHARACTERS) return;
    this.#sinceTrimmed = this.#charactersSinceTrimmed = 0;
    this.#store.trim(connection);
  }
}
