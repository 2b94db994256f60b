/** One page that is attached: whole frames in and out, whatever carries them. */
export interface PageLink {
  /** Sends a frame. Never throws: what a closed link is given is dropped. */
  post(frame: string): void;
  /** Cuts the page off. */
  close(): void;
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: () => void): void;
  /** Resolves once the page has taken enough of what was posted for a feed to go on, or when the link closes. */
  ready(): Promise<void>;
}
