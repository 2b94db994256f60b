import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  SubTitle,
  Title,
  type ChartConfiguration,
  type LegendItem,
  type Plugin,
} from 'chart.js';
import { DASHES, chartData, chartOptions, readTokens, type ChartSeries } from './chart-style.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, LineController, LineElement, PointElement, SubTitle, Title);

const WIDTH = 1600;
const HEIGHT = 800;

/** The chart as a PNG in the colours of the page, with its texts. Rejects if it cannot be created. */
export async function chartPicture(series: ChartSeries, { title, subtitle }: { title: string; subtitle: string }): Promise<Blob> {
  const tokens = readTokens();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const options = chartOptions(tokens, series);
  const chart = new Chart(canvas, {
    type: 'bar',
    data: chartData(series, tokens),
    options: {
      ...options,
      responsive: false,
      devicePixelRatio: 1,
      layout: { padding: 24 },
      plugins: {
        title: { display: true, text: title, align: 'start', color: tokens.text, font: { size: 28, family: tokens.font } },
        subtitle: {
          display: true,
          text: subtitle,
          align: 'start',
          padding: { bottom: 24 },
          color: tokens.soft,
          font: { size: 20, family: tokens.font },
        },
        legend: {
          display: series.beforeLabel !== undefined || series.notVerifiedLabel !== undefined,
          position: 'bottom',
          labels: {
            generateLabels: dashedLabels,
            usePointStyle: true,
            pointStyleWidth: 48,
            color: tokens.text,
            font: { size: 20, family: tokens.font },
          },
        },
      },
    },
    plugins: [groundIn(tokens.ground)],
  } as ChartConfiguration);
  try {
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('The browser could not create the chart image.'));
      });
    });
  } finally {
    chart.destroy();
  }
}

/** Dashes in the legend as in the chart, because the legend's default line is solid. */
function dashedLabels(chart: Chart): LegendItem[] {
  const dashes = chart.data.datasets.map((dataset) => ('borderDash' in dataset ? DASHES : []));
  const items = Chart.defaults.plugins.legend.labels.generateLabels(chart);
  return items.map((item) => ({ ...item, lineDash: dashes[item.datasetIndex ?? 0] ?? [] }));
}

/** An image without a background is black in many viewers. */
function groundIn(color: string): Plugin {
  return {
    id: 'ground',
    beforeDraw: ({ ctx, width, height }) => {
      ctx.save();
      ctx.fillStyle = color;
      ctx.fillRect(0, 0, width, height);
      ctx.restore();
    },
  };
}
