import type { Drawing } from './drawing.ts';
import type { DrawObject } from './objects/object-context.ts';
import type { PreparedText, Resolve } from './objects/object-texts.ts';

/** What an object drew last and the texts that it asked for: with the same texts it is not drawn again. */
export class RememberedDrawing {
  readonly #draw: DrawObject;
  #asked: readonly PreparedText[] = [];
  #answers: readonly string[] = [];
  #drawing: Drawing | undefined;

  constructor(draw: DrawObject) {
    this.#draw = draw;
  }

  /**
   * The drawing with the texts of one print; the very same value as last time when nothing has changed. Throws the `LabelFault` of a text
   * that cannot be resolved or drawn, and then still remembers what it drew before.
   */
  draw(resolve: Resolve): Drawing {
    const answers: string[] = [];
    if (this.#drawing) {
      const firstChange = this.#asked.findIndex((text, index) => {
        answers.push(resolve(text));
        return answers[index] !== this.#answers[index];
      });
      if (firstChange < 0) return this.#drawing;
    }
    return this.#drawAnew(resolve, answers);
  }

  /** What an object asks for follows from the answers, so it asks again for what is answered already, in the same order. */
  #drawAnew(resolve: Resolve, answers: string[]): Drawing {
    const asked: PreparedText[] = [];
    const drawing = this.#draw((text) => {
      asked.push(text);
      const answer = answers[asked.length - 1] ?? resolve(text);
      answers[asked.length - 1] = answer;
      return answer;
    });
    this.#asked = asked;
    this.#answers = answers;
    this.#drawing = drawing;
    return drawing;
  }
}
