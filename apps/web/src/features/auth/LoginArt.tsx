import classes from './AuthFrame.module.css';
import art from './login-art.svg';

/** The cairn of the mark, large, at dusk: beside the form, and not loaded where there is no room for it. */
export function LoginArt() {
  return (
    <div className={classes.art}>
      <img src={art} alt="" loading="lazy" />
      <p className={classes.line}>Every document, in its place.</p>
    </div>
  );
}
