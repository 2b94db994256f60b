/** The connection to one page, over any transport: whole frames in and out. */
export interface PageLink {
  /** Sends a frame. Never throws: a closed link drops it. */
  post(frame: string): void;
  close(): void;
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: () => void): void;
  /** Resolves when the page has read enough of the posted frames for the next event of a feed, or when the link closes. */
  ready(): Promise<void>;
}
