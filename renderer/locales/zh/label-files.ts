import type { Words } from '../translation.ts';

/** Words of labels as files. */
export const labelFiles = {
  save: '另存为文件',
  read: '导入文件',
  title: '导入“{file}”中的标签',
  notLabel: '“{file}”不是标签：标签是用“另存为文件”生成的那种 JSON 文档，或 ZPL 文件。',
} satisfies Words<'labelFiles'>;
