/**
 * How a state is shown, as text and shape. Only abnormal states have a colour: `critical` is red, `caution` amber, `maintenance` blue; `go` and
 * `wait` are grey unless the traffic-light palette is chosen.
 */
export type StatusTone = 'go' | 'wait' | 'outline' | 'maintenance' | 'caution' | 'critical' | 'stale';
