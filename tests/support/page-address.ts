/** Restores the window's address, which a download of an earlier test may have changed to a blank page. */
export function resetPageAddress(): void {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost:3000/');
}
