"""`python -m castline` is `castline`."""

from castline.cli import main

if __name__ == "__main__":
    main()
