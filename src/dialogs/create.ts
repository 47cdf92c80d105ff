const SVG = 'http://www.w3.org/2000/svg';

export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.append(document.createElementNS(SVG, 'path'));
  svg.firstElementChild!.setAttribute('d', path);
  return svg;
}
