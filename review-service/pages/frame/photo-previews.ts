/**
 * Shows in the page the photos that were chosen, and makes large ones smaller before they are sent, as elements do.
 * Without it, the browser names how many there are, and photos are taken up to the limits of the service.
 */
export const photoPreviews = `
for (const input of document.querySelectorAll('input[type=file]')) {
  const list = document.createElement('ul');
  list.className = 'previews';
  input.after(list);
  let preparing;
  const show = () => {
    for (const { src } of list.querySelectorAll('img')) URL.revokeObjectURL(src);
    list.replaceChildren(...[...input.files].map(previewOf));
  };
  const prepare = async () => {
    const chosen = input.files;
    const data = new DataTransfer();
    for (const file of chosen) data.items.add(await smaller(file));
    if (input.files === chosen) input.files = data.files;
    preparing = undefined;
  };
  input.addEventListener('change', () => {
    show();
    preparing = prepare();
  });
  input.form.addEventListener('submit', async (event) => {
    if (!preparing) return;
    event.preventDefault();
    await preparing;
    input.form.requestSubmit(event.submitter);
  });
  show();
}
async function smaller(file) {
  if (file.size < 1500000) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, 2000 / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86));
    return new File([blob], file.name.replace(/\\.\\w+$/, '.jpg'), { type: blob.type });
  } catch {
    return file;
  }
}
function previewOf(file) {
  const item = document.createElement('li');
  const image = new Image(96, 96);
  image.alt = file.name;
  image.addEventListener('error', () => item.replaceChildren(file.name));
  image.src = URL.createObjectURL(file);
  item.append(image);
  return item;
}
`;
