/** Marks widgets whose content is there: until then the style sheet keeps more room for some (see styles/widgets.css). */
document.addEventListener('plaudit-ready', ({ target }) => {
  if (target instanceof Element) target.classList.add('settled');
});
