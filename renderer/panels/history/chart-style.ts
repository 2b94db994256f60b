import type { ChartData, ChartOptions } from 'chart.js';
import { formatCount } from '../../composables/use-formats.ts';

/** The data and texts of a chart. */
export interface ChartSeries {
  bars: readonly { label: string; full: string; count: number; before: number | undefined; notVerified?: number | undefined }[];
  countLabel: string;
  /** Undefined = no reader judges the prints. */
  notVerifiedLabel: string | undefined;
  /** Undefined = no comparison. */
  beforeLabel: string | undefined;
}

type HistoryData = ChartData<'bar' | 'line', (number | null)[], string>;
type HistoryOptions = ChartOptions<'bar'>;

/** The dash pattern of the comparison line, in pixels. */
export const DASHES = [7, 4];

/** The colours and fonts of the page. */
interface ChartTokens {
  series: string;
  fault: string;
  text: string;
  soft: string;
  line: string;
  ground: string;
  font: string;
}

/** The design tokens of the current theme. */
export function readTokens(): ChartTokens {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    series: token('--series'),
    fault: token('--alarm-high-fill'),
    text: token('--text'),
    soft: token('--text-soft'),
    line: token('--line'),
    ground: token('--surface-raised'),
    font: token('--font'),
  };
}

/** An empty chart. */
export const NO_DATA: HistoryData = { labels: [], datasets: [] };
export const NO_AXES: HistoryOptions = {
  responsive: true,
  maintainAspectRatio: false,
  animation: false,
  scales: { x: { display: false }, y: { display: false } },
  plugins: { legend: { display: false } },
};

/** Bars and, over them, a dashed step line, so that both can be distinguished without colour. */
export function chartData(series: ChartSeries, tokens: ChartTokens): HistoryData {
  const { bars, countLabel, beforeLabel } = series;
  const printed = {
    type: 'bar' as const,
    label: countLabel,
    data: bars.map(({ count }) => count),
    backgroundColor: tokens.series,
    pointStyle: 'rect' as const,
    borderRadius: 2,
    order: 2,
  };
  const labels = bars.map(({ label }) => label);
  const counted = [printed, ...notVerifiedData(series, tokens)];
  if (beforeLabel === undefined) return { labels, datasets: counted };
  const before = {
    type: 'line' as const,
    label: beforeLabel,
    data: bars.map((bar) => bar.before ?? null),
    borderColor: tokens.text,
    borderWidth: 2,
    borderDash: DASHES,
    stepped: 'middle' as const,
    pointStyle: 'line' as const,
    pointRadius: 0,
    pointHitRadius: 12,
    order: 1,
  };
  return { labels, datasets: [...counted, before] };
}

/** Bars next to those of the prints: the prints that were not verified. */
function notVerifiedData({ bars, notVerifiedLabel }: ChartSeries, tokens: ChartTokens): HistoryData['datasets'] {
  if (notVerifiedLabel === undefined) return [];
  return [
    {
      type: 'bar',
      label: notVerifiedLabel,
      data: bars.map(({ notVerified }) => notVerified ?? 0),
      backgroundColor: tokens.fault,
      pointStyle: 'rect',
      borderRadius: 2,
      order: 3,
    },
  ];
}

export function chartOptions(tokens: ChartTokens, { bars, countLabel }: Pick<ChartSeries, 'bars' | 'countLabel'>): HistoryOptions {
  const font = { size: 16, family: tokens.font };
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    datasets: { bar: { categoryPercentage: 0.86, barPercentage: 0.94, maxBarThickness: 56 } },
    scales: {
      x: {
        grid: { display: false },
        border: { color: tokens.line },
        ticks: { color: tokens.soft, font, maxRotation: 0, autoSkipPadding: 20 },
      },
      y: {
        beginAtZero: true,
        suggestedMax: 4,
        title: { display: true, text: countLabel, color: tokens.soft, font },
        grid: { color: tokens.line },
        border: { display: false },
        ticks: { color: tokens.soft, font, precision: 0, maxTicksLimit: 5, callback: (value) => formatCount(Number(value)) },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        displayColors: false,
        bodyFont: font,
        titleFont: font,
        callbacks: { title: ([item]) => bars[item?.dataIndex ?? 0]?.full ?? '' },
      },
    },
  };
}
