import { z } from 'zod';
import { readText } from './update-request.ts';

const MAX_FILE = 65_536;
const MAX_ANSWER = 33_554_432;
const REQUEST_LIMIT = 10_000;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const UNAVAILABLE = 503;

const runningSchema = z.object({ url: z.url({ protocol: /^https?$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ }) });
const versionSchema = z.object({ version: z.string() });
const reasonsSchema = z.object({ reasons: z.array(z.object({ code: z.string() })) });
const acceptanceSchema = z.object({
  version: z.string(),
  waiting: z.number(),
  comparisons: z.array(z.object({ labelName: z.string(), isChanged: z.boolean(), outcome: z.string() })),
});
const jobSchema = z.object({ job: z.unknown() });

/** What the controller says of itself. */
export interface ControllerState {
  version: string;
  /** Codes of the reasons why it cannot print. */
  reasons: string[];
  /** How many labels it has not drawn yet since its start. */
  waitingLabels: number;
  /** Labels that it draws differently than accepted. */
  openLabels: string[];
}

/** Reads the controller's state over its HTTP service on this computer, as it is the same in every version. */
export class ControllerClient {
  readonly #dataFolder: string;
  readonly #makeKey: () => Promise<string>;
  #key: string | undefined;

  /** `makeKey` is asked once, when the controller answers to no request without a key. */
  constructor(dataFolder: string, makeKey: () => Promise<string>) {
    this.#dataFolder = dataFolder;
    this.#makeKey = makeKey;
  }

  /** Undefined while it does not answer. */
  async report(): Promise<ControllerState | undefined> {
    try {
      const url = await this.#url();
      const { version } = versionSchema.parse(await this.#get(url, '/healthz'));
      const { reasons } = reasonsSchema.parse(await this.#get(url, '/healthz/ready'));
      const acceptance = acceptanceSchema.parse(await this.#get(url, '/api/v3/labelAcceptance?open=true'));
      const openLabels = acceptance.comparisons.map(({ labelName }) => labelName);
      return { version, reasons: reasons.map(({ code }) => code), waitingLabels: acceptance.waiting, openLabels };
    } catch {
      return undefined;
    }
  }

  /** Names of the printers with a selected job; undefined while the controller does not answer, and while a printer cannot be read. */
  async printersWithJob(): Promise<string[] | undefined> {
    try {
      const url = await this.#url();
      const names = Object.keys(z.record(z.string(), z.unknown()).parse(await this.#get(url, '/api/v3/printers')));
      const selected: string[] = [];
      for (const name of names) {
        const { job } = jobSchema.parse(await this.#get(url, `/api/v3/printers/${encodeURIComponent(name)}/status`));
        if (job !== null && job !== undefined) selected.push(name);
      }
      return selected;
    } catch {
      return undefined;
    }
  }

  /** Only addresses of this computer are asked: the file is written by the user of the controller. */
  async #url(): Promise<string> {
    return runningSchema.parse(JSON.parse(await readText(this.#dataFolder, 'controller.json', MAX_FILE))).url;
  }

  async #get(url: string, path: string): Promise<unknown> {
    const response = await this.#fetch(url + path);
    const isRefused = response.status === UNAUTHORIZED || response.status === FORBIDDEN;
    if (!isRefused || this.#key !== undefined) return read(response);
    await response.body?.cancel();
    this.#key = await this.#makeKey();
    return read(await this.#fetch(url + path));
  }

  #fetch(address: string): Promise<Response> {
    const headers = this.#key === undefined ? new Headers() : new Headers({ authorization: `Bearer ${this.#key}` });
    return fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(REQUEST_LIMIT) });
  }
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok && response.status !== UNAVAILABLE) throw new Error(`the controller answers ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_ANSWER) throw new Error('the answer of the controller is too long');
  return JSON.parse(text);
}
