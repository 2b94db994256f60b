/** Gives the window the address of a page again: a test before may have saved a file, which takes the window to a blank one. */
export function resetPageAddress(): void {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost:3000/');
}
