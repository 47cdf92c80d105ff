/** The mark of the demo's shop, as a merchant would give it: a PNG with transparent corners. */
import sharp from 'sharp';

const leaves = [26, 38, 50, 62].map((y, index) => {
  const length = 10 + index * 3;
  const leaf = (side: 1 | -1) => {
    const turned = `rotate(${side * -32} 48 ${y + 4})`;
    return `<ellipse cx="${48 + side * (length - 2)}" cy="${y}" rx="${length}" ry="4.6" transform="${turned}"/>`;
  };
  return leaf(1) + leaf(-1);
});

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="192" height="192">
<rect width="96" height="96" rx="24" fill="#3b5a45"/>
<g fill="#f7f2e8"><ellipse cx="48" cy="17" rx="4.6" ry="9"/><rect x="46.5" y="20" width="3" height="62" rx="1.5"/>
${leaves.join('')}</g>
</svg>`;

export const drawLogo = (): Promise<Buffer> => sharp(Buffer.from(mark)).png().toBuffer();
