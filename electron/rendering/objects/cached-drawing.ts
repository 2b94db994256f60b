import type { Drawing } from '../raster/drawing.ts';
import type { DrawObject } from './object-context.ts';
import type { PreparedText, Resolve } from './object-texts.ts';

/** The last drawing of an object and the texts it was drawn with; equal texts reuse the drawing. */
export class CachedDrawing {
  readonly #draw: DrawObject;
  #requested: readonly PreparedText[] = [];
  #answers: readonly string[] = [];
  #drawing: Drawing | undefined;

  constructor(draw: DrawObject) {
    this.#draw = draw;
  }

  /**
   * The drawing for one print; the identical object if nothing changed. Throws the `LabelFault` of a text that cannot be resolved or drawn;
   * the cache then remains valid.
   */
  draw(resolve: Resolve): Drawing {
    const answers: string[] = [];
    if (this.#drawing) {
      const firstChange = this.#requested.findIndex((text, index) => {
        answers.push(resolve(text));
        return answers[index] !== this.#answers[index];
      });
      if (firstChange < 0) return this.#drawing;
    }
    return this.#drawAgain(resolve, answers);
  }

  /** Replays the answers in the same order, because the texts that an object requests depend on earlier answers. */
  #drawAgain(resolve: Resolve, answers: string[]): Drawing {
    const requested: PreparedText[] = [];
    const drawing = this.#draw((text) => {
      requested.push(text);
      const answer = answers[requested.length - 1] ?? resolve(text);
      answers[requested.length - 1] = answer;
      return answer;
    });
    this.#requested = requested;
    this.#answers = answers;
    this.#drawing = drawing;
    return drawing;
  }
}
