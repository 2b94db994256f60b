interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Side = 'left' | 'right';

/**
 * The bottom corner of a screen of this width at which `area` covers nothing of `subject`: the preferred one, unless only the other is free.
 * `area` is where it is at either corner.
 */
export function freeSide(subject: Box | undefined, { area, width, preferred }: { area: Box; width: number; preferred: Side }): Side {
  const mirrored = { ...area, left: width - area.right, right: width - area.left };
  const [left, right] = area.left < mirrored.left ? [area, mirrored] : [mirrored, area];
  const covers = (box: Box): boolean =>
    subject !== undefined && subject.left < box.right && subject.right > box.left && subject.top < box.bottom && subject.bottom > box.top;
  const covered = { left: covers(left), right: covers(right) };
  const other = preferred === 'left' ? 'right' : 'left';
  return covered[preferred] && !covered[other] ? other : preferred;
}
