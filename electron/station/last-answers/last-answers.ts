import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../platform/system-clock.ts';
import { parseStored } from '../platform/stored-json.ts';
import type { AnswerStore, Question } from './answer-store.ts';

/** An unchanged answer is written again after so many milliseconds, to update its time. */
const REWRITE_AFTER = 60_000;
/** Longer answers and questions are not stored, in characters. */
const LONGEST_ANSWER = 4_000_000;
const LONGEST_QUESTION = 10_000;
/** The store is trimmed after so many new answers, and after so many characters of them. */
const TRIM_AFTER = 200;
const TRIM_AFTER_CHARACTERS = 32 * 1024 * 1024;
/** Answers whose stored hash is in memory. */
const MAX_WRITTEN = 2_000;

const anySchema = z.unknown();

interface Written {
  hash: string;
  at: number;
}

/** Stores the last answer of each controller to each read, so that it stays readable while the controller is offline. */
export class LastAnswers {
  readonly #clock: Clock;
  readonly #store: AnswerStore;
  readonly #written = new LRUCache<string, Written>({ max: MAX_WRITTEN });
  #sinceTrimmed = 0;
  #charactersSinceTrimmed = 0;

  constructor(clock: Clock, store: AnswerStore) {
    this.#clock = clock;
    this.#store = store;
  }

  /** Stores an answer, unless the same one was stored within a minute or it is too long. */
  remember(question: Question, value: unknown): void {
    const answer = JSON.stringify(value);
    const key = JSON.stringify(question);
    if (answer.length > LONGEST_ANSWER || key.length > LONGEST_QUESTION) return;
    const hash = createHash('sha1').update(answer).digest('base64');
    const at = this.#clock.now();
    const before = this.#written.get(key);
    if (before?.hash === hash && at - before.at < REWRITE_AFTER && at >= before.at) return;
    this.#written.set(key, { hash, at });
    this.#store.save(question, { answer, at: Math.round(at) });
    this.#trim(question.connection, answer.length);
  }

  /** The last answer; undefined when there is none or it cannot be read. */
  async recall(question: Question): Promise<{ value: unknown } | undefined> {
    const stored = await this.#store.find(question);
    const value = stored && parseStored(anySchema, stored.answer);
    return value === undefined ? undefined : { value };
  }

  /** The time of the oldest stored answer for an item, milliseconds since the epoch; null when there is none. */
  at(question: Omit<Question, 'question'>): Promise<number | null> {
    return this.#store.oldest(question);
  }

  /** Deletes the answers of a connection that was removed. */
  forget(connection: string): void {
    this.#written.clear();
    this.#store.forget(connection);
  }

  #trim(connection: string, characters: number): void {
    this.#sinceTrimmed += 1;
    this.#charactersSinceTrimmed += characters;
    if (this.#sinceTrimmed < TRIM_AFTER && this.#charactersSinceTrimmed < TRIM_AFTER_CHARACTERS) return;
    this.#sinceTrimmed = this.#charactersSinceTrimmed = 0;
    this.#store.trim(connection);
  }
}
