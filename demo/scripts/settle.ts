/** Marks widgets whose content is there. Until then the style sheet keeps more room for some (styles/widgets.css). */
document.addEventListener('plaudit-ready', ({ target }) => {
  if (target instanceof Element) target.classList.add('settled');
});
