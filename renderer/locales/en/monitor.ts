/** Words of the monitor. */
export const monitor = {
  title: 'Monitor',
  summary: '{n} printer | {n} printers',
  summaryError: 'In error',
  summaryAttention: 'Need attention',
  summaryNoData: 'Without data',
  summaryConnecting: 'Connecting to {name} | Connecting to {n} controllers',
  summarySilent: 'Controllers not connected',
  allFine: 'Nothing needs attention',
  empty: {
    title: 'No printers yet',
    text: 'Connect a controller: its printers appear here by themselves.',
    action: 'Connect a controller',
  },
  openToSelect: 'Open to select what it prints',
  groupEmpty: 'This controller has no printers.',
  connection: {
    connecting: 'Connecting',
    online: 'Online',
    lost: 'No answer since {time}',
    lostNever: 'No answer',
    refused: 'Refused',
    off: 'Switched off',
  },
};
