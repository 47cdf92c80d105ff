/** Shows the photos that were chosen, in the page. Without it, the browser names how many there are. */
export const photoPreviews = `
for (const input of document.querySelectorAll('input[type=file]')) {
  const list = document.createElement('ul');
  list.className = 'previews';
  input.after(list);
  const show = () => {
    for (const { src } of list.querySelectorAll('img')) URL.revokeObjectURL(src);
    list.replaceChildren(...[...input.files].map(previewOf));
  };
  input.addEventListener('change', show);
  show();
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
