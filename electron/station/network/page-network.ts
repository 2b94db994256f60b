import { hostname } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '#contract/problem.ts';
import { networkPageSchema, type NetworkEvent, type NetworkPage } from '#contract/station/network.ts';
import { networkAddresses, ownNames } from '#tls/network-addresses.ts';
import { OwnAuthority } from '#tls/own-authority.ts';
import { STROBE_FILE, StrobeFile } from '#storage/files/strobe-file.ts';
import type { CertificateFiles } from '#tls/certificate.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';

export interface PageNetworkOptions {
  /** The station's data folder; undefined for a station that has none, whose page only this computer opens. */
  folder: string | undefined;
  /** The settings of the command line, which hold for this run. */
  fixed: NetworkPage | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The code for the first administrator; null when people are kept. */
  firstPersonCode: () => string | null;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** What is said about the page for other computers. */
export type PageNetworkState = Omit<NetworkEvent, 'controller'>;

/** Whether other computers can open the page. */
export type NetworkState = Pick<PageNetworkState, 'state' | 'reason'>;

const PART = 'page';
const OFF: NetworkState = { state: 'off', reason: null };

/**
 * Where other computers open the page: the settings, in `strobe.json` of the data folder, and whether they could be applied. The server of the page follows
 * them.
 */
export class PageNetwork implements FeedSource<PageNetworkState> {
  readonly #options: PageNetworkOptions;
  readonly #emitter: Emitter<PageNetworkState>;
  readonly #changes: Emitter<NetworkPage | null>;
  readonly #file: StrobeFile | undefined;
  readonly #authority: OwnAuthority | undefined;
  #page: NetworkPage | null = null;
  #state = OFF;

  constructor(options: PageNetworkOptions) {
    const { folder, now, report } = options;
    this.#options = options;
    this.#emitter = new Emitter(report);
    this.#changes = new Emitter(report);
    if (folder === undefined) return;
    this.#file = new StrobeFile(join(folder, STROBE_FILE));
    this.#authority = new OwnAuthority({ folder: join(folder, 'tls'), now, computer: hostname() });
  }

  /** Reads the settings. A file that cannot be used is shown as the reason; the page stays closed for other computers. */
  start(): void {
    try {
      this.#page = this.#options.fixed ?? this.#file?.read(PART, networkPageSchema) ?? null;
    } catch (error) {
      this.#options.report(error);
      this.#state = { state: 'failed', reason: reasonOf(error) };
    }
  }

  get page(): NetworkPage | null {
    return this.#page;
  }

  /** The certificate of the station's own authority as PEM; undefined while it is not used. */
  get authority(): string | undefined {
    return this.#page?.certificate === 'own' ? this.#authority?.certificate : undefined;
  }

  snapshot(): PageNetworkState {
    const isOwn = this.#page?.certificate === 'own';
    return {
      type: 'snapshot',
      ...{ page: this.#page, isFixed: this.#options.fixed !== undefined || this.#file === undefined, ...this.#state },
      addresses: this.#state.state === 'listening' && this.#page ? networkAddresses(this.#page, hostname()) : [],
      authorityFingerprint: isOwn && this.#state.state === 'listening' ? (this.#authority?.fingerprint ?? null) : null,
      firstPersonCode: this.#options.firstPersonCode(),
    };
  }

  subscribe(listener: (event: PageNetworkState) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Calls with the settings whenever they change. */
  onChange(listener: (page: NetworkPage | null) => void): () => void {
    return this.#changes.subscribe(listener);
  }

  /** Stores the settings and applies them. Throws `invalid-input` when they cannot be changed here, and what the disk throws. */
  put(page: NetworkPage | null): void {
    const { fixed } = this.#options;
    if (fixed !== undefined || !this.#file) {
      throw new ProblemError('invalid-input', { detail: 'These settings are given on the command line, and cannot be changed here.' });
    }
    this.#file.write(PART, page);
    this.#page = page;
    this.report(page ? { state: 'starting', reason: null } : OFF);
    this.#changes.emit(page);
  }

  /** Takes note of what became of the settings. */
  report(state: NetworkState): void {
    this.#state = state;
    this.refresh();
  }

  /** Shows the state again, as when the first person was added. */
  refresh(): void {
    this.#emitter.emit(this.snapshot());
  }

  /** The certificate for the settings. Throws what the disk throws. */
  certificateOf({ certificate, names }: NetworkPage): CertificateFiles {
    if (certificate !== 'own') return certificate;
    if (!this.#authority) throw new Error('a station without a data folder has no certificates');
    return this.#authority.serverFiles([...ownNames(hostname()), ...names]);
  }

  /** The names under which the page may be opened, in lower case. */
  namesOf({ names }: NetworkPage): string[] {
    return [...ownNames(hostname()), ...names];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
